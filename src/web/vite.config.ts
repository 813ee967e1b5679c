import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups, joinRuntime } from './chunks.ts'
import { fileLists } from './file-lists.ts'
import { readChapter } from './features/help/read-chapter.ts'
import { appManifest } from './installed/app-manifest.ts'
import { kitCss } from './kit-css.ts'
import { leanContract } from './lean-contract.ts'

/** Of a file's name, so much that a person still knows it. */
const LONGEST_NAME = 7

/** Files that no screen waits for: the layout around it loads them at the same time. */
const COMMON = /^assets\/(entry|frame)-/

/** A chapter of the guide as data: the page's policy forbids to set HTML. */
function guideChapters(): Plugin {
  return {
    name: 'guide-chapters',
    transform(code, id) {
      if (!id.endsWith('.md')) return undefined
      const chapter = readChapter(path.relative(import.meta.dirname, id), code)
      return { code: `export default ${JSON.stringify(chapter)}`, map: null }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    react({ compiler: { logDiagnostics: true } }),
    leanContract(),
    kitCss(),
    joinRuntime(),
    fileLists(),
    guideChapters(),
    appManifest(),
  ],
  build: {
    outDir: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    manifest: true,
    // An inlined asset would be a data: address, which the policy allows only for images.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every screen has is on its way before any screen is: naming it again with each would cost each start a KiB.
      resolveDependencies: (_, files) => files.filter((file) => !COMMON.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // On a busy machine it would say of every build that it was slow.
      checks: { bundlerTimings: false },
      input: {
        index: fileURLToPath(new URL('index.html', import.meta.url)),
        // The page of a telephone has an entry of its own: without the kit it takes a few KiB.
        phone: fileURLToPath(new URL('phone.html', import.meta.url)),
        'service-worker': fileURLToPath(new URL('offline/service-worker.ts', import.meta.url)),
        'push-worker': fileURLToPath(new URL('push/push-worker.ts', import.meta.url)),
      },
      // The contract reads names of its shapes while it declares calls: no read of ours does anything else.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // A worker controls only pages below its own address, so its address is at the root and never changes.
        entryFileNames: ({ name }) =>
          name.endsWith('-worker') ? '[name].js' : 'assets/[name]-[hash].js',
        // The first file names all others: one character less in each name saves a tenth of a KiB at every start.
        chunkFileNames: ({ name }) =>
          `assets/${name.replace(/-page$/, '').slice(0, LONGEST_NAME)}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      },
    },
  },
})
