import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { paths, type PathName } from '#contract/screen-paths.ts'
import { closureOf, type Manifest } from './built-files.ts'
import { screens } from './screens.ts'

/**
 * Writes the files of each address as links for the head of the page: the server puts them there, and the browser asks for all at once,
 * not one after the other as it comes to their imports.
 */
export async function writeScreenPreloads(dir: string, manifest: Manifest): Promise<void> {
  const ofPage = new Set(closureOf(manifest, ['main.tsx']))
  const linksOf = (name: PathName) =>
    closureOf(manifest, partsOf(name))
      .filter((file) => !ofPage.has(file))
      .map(linkTo)
      .join('')
  const names = Object.keys(paths) as PathName[]
  const links = Object.fromEntries(names.map((name) => [paths[name], linksOf(name)]))
  await writeFile(path.join(dir, 'screen-preloads.json'), JSON.stringify(links))
}

const partsOf = (name: PathName): string[] => {
  const { layout, page } = screens[name]
  const screen = `features/${page}-page.tsx`
  return layout === 'main' ? ['shell/layouts/main-layout.tsx', screen] : [screen]
}

/** Module files and styles are asked for in the mode that the bundler's own loader uses, or they would be fetched twice. */
const linkTo = (file: string): string =>
  file.endsWith('.js')
    ? `<link rel="modulepreload" crossorigin href="/${file}">`
    : `<link rel="preload" as="style" crossorigin href="/${file}">`
