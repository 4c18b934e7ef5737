/** A name on one line: the line breaks it carries belong on banners only. */
export const plainName = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
