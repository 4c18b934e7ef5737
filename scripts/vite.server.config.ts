import { defineConfig } from 'vite'

/** The server's build: what `npm start` and the administrator's commands import. Packages stay outside and are loaded from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        main: 'src/proxy/main.ts',
        commands: 'src/proxy/commands/entry.ts',
        sandbox: 'src/sandbox/server.ts',
        'sandbox-alone': 'src/sandbox/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
