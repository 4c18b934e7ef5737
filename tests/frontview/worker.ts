import { runChunk, type Chunk } from './many.ts'

/** Runs each chunk that the parent process sends and sends back its report. */
process.on('message', (chunk: Chunk) => process.send?.(runChunk(chunk)))
