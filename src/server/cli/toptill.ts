#!/usr/bin/env node
import { join } from 'node:path'

import { endWith, runToptill } from './run-toptill.ts'

// Built to dist/server/toptill.js.
const root = join(import.meta.dirname, '..', '..')
const { env, argv } = process
endWith(await runToptill(argv.slice(2), { env, root, program: import.meta.filename, folder: process.cwd() }))
