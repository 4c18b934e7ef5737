import { runChunk, type Chunk } from './many.ts'

/** One of several processes: runs each chunk it is sent, and answers what came of it. */
process.on('message', (chunk: Chunk) => process.send?.(runChunk(chunk)))
