import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, wherever the command was called from. */
export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)))
