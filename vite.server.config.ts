import { defineConfig } from 'vite'

/** The server's build: what `npm start` and the operator's commands import. Packages stay outside and are loaded from node_modules. */
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
        staff: 'src/proxy/commands/staff.ts',
        terminal: 'src/proxy/commands/terminal.ts',
        'audit-log': 'src/proxy/commands/audit-log.ts',
        backup: 'src/proxy/commands/backup.ts',
        sandbox: 'src/sandbox/server.ts',
        'sandbox-alone': 'src/sandbox/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
