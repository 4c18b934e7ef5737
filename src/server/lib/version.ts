import packageFile from '../../../package.json' with { type: 'json' }

/** The version of the program, such as `0.2.0`. */
export const VERSION: string = packageFile.version
