import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compileMessages } from './tools/compile-messages.ts'
import { developProxy } from './tools/develop.ts'
import { dropSchemas, inlineStyles, precompress, storeOffline } from './tools/page-plugins.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    compileMessages(),
    developProxy(),
    dropSchemas(),
    inlineStyles(),
    storeOffline(),
    precompress(),
  ],
  build: {
    outDir: 'dist/browser',
    // In the folder that the build moves away, so that the service worker does not ask for it.
    license: { fileName: '.vite/licenses.txt' },
    // The page's policy allows no font inside a style sheet.
    assetsInlineLimit: 0,
    // A list of each lazy page's imports would cost the first load 2 kB.
    modulePreload: false,
    // The oldest supported browsers (README.md, tools/list-newer-apis.ts).
    target: ['chrome109', 'edge109', 'firefox121', 'safari16', 'ios16'],
    rolldownOptions: {
      // With `dropSchemas`, saves 4 kB until a cashier can sell.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            // Only lazy pages use schemas: 2.3 kB.
            { name: 'schemas', test: /\/node_modules\/valibot\//, priority: 4 },
            // It imports nothing that comes later.
            { name: 'early', test: /preload-helper|src\/browser\/early\.ts$/, priority: 3 },
            // One file instead of 49, which compress to 18 kB more.
            { name: 'first', test: /src\/browser\/main\.tsx$/, priority: 2 },
            // What a cashier needs next, with all its imports: 13 kB more in pieces.
            { name: 'selling', test: /src\/browser\/selling\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
})
