import packageFile from '../../../package.json' with { type: 'json' }

/** Of the program, such as `0.2.0`. */
export const VERSION: string = packageFile.version
