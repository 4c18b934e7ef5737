import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Called = {
  env: NodeJS.ProcessEnv
  /** Holds `dist` and `package.json`. */
  root: string
  /** The file that a service has to run. */
  program: string
  folder: string
  /** For a package that cannot be loaded: installs again and repeats the command once. */
  repair?: () => Promise<number>
}

/** The sandbox is not imported: it is another layer, and its files are loaded only when they are needed. */
export const loadBuilt = <T>(root: string, name: string): Promise<T> =>
  import(/* @vite-ignore */ pathToFileURL(join(root, 'dist', 'server', `${name}.js`)).href)
