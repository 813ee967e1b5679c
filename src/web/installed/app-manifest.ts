import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { paths, type PathName } from '#contract/screen-paths.ts'

const ICONS = [
  { name: 'icon-192', sizes: '192x192' },
  { name: 'icon-512', sizes: '512x512' },
  // A phone cuts this one to its own shape: the sign keeps within four fifths of it.
  { name: 'icon-maskable-512', sizes: '512x512', purpose: 'maskable' },
] as const
/** iOS takes no icon of the manifest where a page names its own. */
const APPLE = 'icon-apple-180'

/** What a long press of the icon offers; a person without the right is led home by the screen's guard. */
const SHORTCUTS: readonly (readonly [string, PathName])[] = [
  ['Рабочее место', 'operator'],
  ['Выплаты', 'payments'],
  ['Прайс', 'price'],
  ['Отчёты', 'reports'],
]

/** The manifest of the installed product and its icons, all named by their content: they are served as unchanging. */
export function appManifest(): Plugin {
  const icon = (name: string) => {
    const source = readFileSync(path.join(import.meta.dirname, `${name}.png`))
    return { source, fileName: hashedName(name, 'png', source) }
  }
  const icons = ICONS.map((one) => ({ ...one, ...icon(one.name) }))
  const apple = icon(APPLE)
  const text = JSON.stringify({
    id: '/',
    name: 'Приёмка',
    short_name: 'Приёмка',
    description: 'Приёмка лома: взвешивание, акты, выплаты',
    lang: 'ru',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#087f5b',
    background_color: '#f3f4f6',
    icons: icons.map(({ name: _name, source: _source, fileName, ...rest }) => ({
      src: `/${fileName}`,
      type: 'image/png',
      ...rest,
    })),
    shortcuts: SHORTCUTS.map(([name, screen]) => ({ name, url: paths[screen] })),
  })
  const manifest = { source: text, fileName: hashedName('app', 'webmanifest', text) }
  return {
    name: 'app-manifest',
    apply: 'build',
    generateBundle() {
      for (const { source, fileName } of [...icons, apple, manifest])
        this.emitFile({ type: 'asset', source, fileName })
    },
    transformIndexHtml: {
      order: 'post',
      // The page of a telephone is no place to start from.
      handler: (_html, { filename }) =>
        path.basename(filename) !== 'index.html'
          ? []
          : [
              link('manifest', manifest.fileName),
              link('apple-touch-icon', apple.fileName),
              { tag: 'meta', attrs: { name: 'theme-color', content: '#087f5b' }, injectTo: 'head' },
            ],
    },
  }
}

const link = (rel: string, fileName: string) => ({
  tag: 'link',
  attrs: { rel, href: `/${fileName}` },
  injectTo: 'head' as const,
})

function hashedName(name: string, ending: string, source: string | Uint8Array): string {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 7)
  return `assets/${name}-${hash}.${ending}`
}
