import { runChunk, type Chunk } from './many.ts'

process.on('message', (chunk: Chunk) => process.send?.(runChunk(chunk)))
