import { existsSync } from 'node:fs'
import { lchown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { makeFolder } from './make-folder.ts'

/** For root: the server runs as the owner of its folders, and could not open a file of root. */
export async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  // The owner may have replaced the file by a link.
  await lchown(path, uid, gid)
}

/** Creates the last folder of the path if it is missing, which then belongs to the owner of the one above. */
export async function makeFolderForOwner(path: string): Promise<void> {
  if (existsSync(path)) return
  makeFolder(path)
  await giveToOwnerOf(dirname(path), path)
}
