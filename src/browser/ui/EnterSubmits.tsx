/** Makes Enter in any field submit its form: a browser does so by itself only where there is one field. */
export const EnterSubmits = () => <input type="submit" hidden />
