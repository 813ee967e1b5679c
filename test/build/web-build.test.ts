import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { paths } from '#contract/screen-paths.ts'
import { buildWebIfOld } from '../../scripts/build-web.ts'

interface Part {
  file: string
  name?: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const KIT_CLASS = /\bm_[0-9a-f]{6,8}\b/g

const root = path.resolve(import.meta.dirname, '../..')
// The build that the browser tests and `npm start` use: another one would cost as much again.
const dir = path.join(root, 'dist/web')
let manifest: Record<string, Part> = {}
const readBuilt = (name: string) =>
  JSON.parse(readFileSync(path.join(dir, '.vite', name), 'utf8')) as unknown

before(async () => {
  await buildWebIfOld()
  manifest = readBuilt('manifest.json') as typeof manifest
})

test('the build prints nothing: no screen is skipped by the compiler', () => {
  assert.deepEqual(readBuilt('said.json'), [])
})

// Bars of screens.md 15, in KiB of gzip -9; what an address loads is its whole static closure.
const EMPTY = ['main.tsx', 'shell/layouts/empty-layout.tsx']
const MAIN = ['main.tsx', 'shell/layouts/main-layout.tsx']

test('sign-in loads at most 99 KiB of code, 4 of styles, 103 with the page itself', () => {
  const load = closure([...EMPTY, 'features/user/home-page.tsx'])
  within(load, { js: 99, css: 4, whole: 103 })
  assert.ok(load.js.size <= 2, [...load.js].join(' '))
})

// What many screens load has one budget, each screen another for what it adds: no screen grows into the room of all.
const SHARED = { list: 23, panel: 13, windows: 23, fields: 17, later: 12, shapes: 21 }

test('the frame takes at most 148 KiB of code, 15 of styles, 163 with the page itself', () => {
  within(closure(MAIN), { js: 148, css: 15, whole: 163 }, 'frame')
})

test('the parts that many screens share take at most 23 KiB for a list, 13 for panels, 23 for windows, 17 for fields, 12 for what comes later, 21 for shapes', () => {
  for (const [name, bar] of Object.entries(SHARED)) {
    const size = sum(sharedFiles(name))
    assert.ok(size > 0 && size <= bar, `${name}: ${size.toFixed(1)} KiB`)
  }
})

// A telephone asks for the page, its styles and typeface, these files and the calls of the screen.
test('the list of acts is three files besides the page’s own, and a home of a company four', () => {
  const own = closure(['main.tsx']).js
  const added = (page: string) => [...closure([...MAIN, page]).js].filter((file) => !own.has(file))
  assert.ok(added('features/act/act-list-page.tsx').length <= 3)
  assert.ok(added('features/report/workplace-page.tsx').length <= 4)
})

test('sign-in, the home of a company and the list of acts load nothing that forms check by', () => {
  const shapes = sharedFiles('shapes')
  assert.equal(shapes.length, 1)
  const form = closure([...MAIN, 'features/user/account-page.tsx']).js
  assert.ok(form.has(shapes[0]!), 'a form is checked by other files')
  for (const page of ['user/home', 'report/workplace', 'act/act-list'])
    assert.ok(!closure([...MAIN, `features/${page}-page.tsx`]).js.has(shapes[0]!), page)
})

test('the page of an address asks at once for each file that its screen imports, and for no other', () => {
  const links = JSON.parse(readFileSync(path.join(dir, 'screen-preloads.json'), 'utf8')) as Record<
    string,
    string
  >
  assert.deepEqual(Object.keys(links).toSorted(), Object.values(paths).toSorted())
  const page = 'features/act/act-list-page.tsx'
  const { js, css } = closure([...MAIN, page])
  const own = closure(['main.tsx'])
  const wanted = [...js, ...css].filter((file) => !own.js.has(file) && !own.css.has(file))
  const asked = [...links[paths.acts]!.matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file)
  assert.deepEqual(asked.toSorted(), wanted.toSorted())
})

test('a list screen adds at most 10 KiB of code, 207 with all that it shares', () => {
  const lists = pages().filter((page) => text(page).includes("'#web/list/list-screen.tsx'"))
  assert.ok(lists.length >= 10, `only ${lists.length} lists were found`)
  for (const page of lists) {
    within(closure([...MAIN, page]), { js: 207, css: 19, whole: 225 }, page)
    adds(page, 10)
  }
})

// A screen without a form of its own has no part that a form needs.
test('a screen adds at most 64 KiB of code, one that opens with a form and a station 119', () => {
  const withForm =
    /(station|manual-visit|document-texts|product|action-access|act|account)-page\.tsx$/
  for (const page of pages()) adds(page, withForm.test(page) ? 119 : 64)
})

test('no screen loads more than 285 KiB of code and 30 of styles', () => {
  for (const page of pages())
    within(
      closure([...MAIN, 'shell/layouts/sheet-layout.tsx', page]),
      { js: 285, css: 30, whole: 314 },
      page,
    )
})

test('each class of the kit that the code of a screen names has its rules in the styles of that screen', () => {
  const read = (file: string) => readFileSync(path.join(dir, file), 'utf8')
  const kit = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css')
  const known = new Set(readFileSync(kit, 'utf8').match(KIT_CLASS))
  for (const page of pages()) {
    const { js, css } = closure([...MAIN, page])
    const styles = new Set([...css].flatMap((file) => read(file).match(KIT_CLASS) ?? []))
    const named = new Set([...js].flatMap((file) => read(file).match(KIT_CLASS) ?? []))
    assert.ok(named.size > 20, `${page}: the kit names its classes otherwise`)
    const bare = [...named].filter((name) => known.has(name) && !styles.has(name))
    assert.deepEqual(bare, [], page)
  }
})

test('a home page and a record load nothing of the lists', () => {
  const list = new Set(sharedFiles('list'))
  for (const page of [
    'report/workplace',
    'report/super-overview',
    'act/act',
    'payment/payment-details',
  ])
    assert.deepEqual(
      [...closure([...MAIN, `features/${page}-page.tsx`]).js].filter((file) => list.has(file)),
      [],
      page,
    )
})

test('parts that load on demand stay small: charts 19 KiB, palette with the parts of a window 36', () => {
  const frame = closure([...MAIN, 'features/act/act-list-page.tsx'])
  const extra = (names: string[]) => {
    const load = closure(names)
    return sum([...load.js].filter((file) => !frame.js.has(file)))
  }
  const charts = extra(['ui/charts/line-chart.tsx', 'ui/charts/bar-chart.tsx'])
  assert.ok(charts <= 19, `charts: ${charts.toFixed(1)} KiB`)
  const palette = extra(['shell/palette/palette.tsx'])
  assert.ok(palette <= 36, `palette: ${palette.toFixed(1)} KiB`)
})

test('the price grid takes at most 17 KiB of its own', () => {
  // What no other screen has: the file of the page itself.
  const own = [manifest['features/price/price-page.tsx']!.file]
  assert.ok(sum(own) <= 17, `price grid: ${sum(own).toFixed(1)} KiB`)
})

test('a call that screens offer by its right names the right in the build, and another does not', () => {
  const code = Object.values(manifest)
    .filter(({ file }) => file.endsWith('.js'))
    .map(({ file }) => readFileSync(path.join(dir, file), 'utf8'))
    .join('\n')
  const declared = (address: string) => {
    // To the end of the address: another call may begin with it.
    const at = code.search(new RegExp(`/api/v1${address}[\`'"]`))
    assert.ok(at > 0, `${address} is not in the build`)
    return code.slice(at, at + 120)
  }
  for (const offered of ['/report/reviewExceptions', '/payment/savePayments', '/supplier/checkNpd'])
    assert.match(declared(offered), /\baccess:.*\baction:/, offered)
  assert.doesNotMatch(declared('/report/getExceptions'), /\baction:/)
})

test('the worker of notices takes at most 1 KiB and stores nothing', () => {
  assert.ok(sum(['push-worker.js']) <= 1, `${sum(['push-worker.js']).toFixed(1)} KiB`)
  const worker = readFileSync(path.join(dir, 'push-worker.js'), 'utf8')
  assert.ok(!/caches|indexedDB|fetch|\bimport\b|\bexport\b/.test(worker), worker)
})

test('the service worker takes at most 2 KiB, and knows the files that a station starts with', () => {
  assert.ok(sum(['service-worker.js']) <= 2, `${sum(['service-worker.js']).toFixed(1)} KiB`)
  const worker = readFileSync(path.join(dir, 'service-worker.js'), 'utf8')
  const [list] = /assets\/station-[\w-]{8}\.json/.exec(worker) ?? []
  assert.ok(list, 'the worker names no list')
  const kept = new Set(JSON.parse(readFileSync(path.join(dir, list), 'utf8')) as string[])
  const station = closure([
    ...MAIN,
    'features/visit/station-page.tsx',
    'features/visit/platform-station-page.tsx',
  ])
  for (const file of [...station.js, ...station.css])
    assert.ok(kept.has(`/${file}`), `${file} is not kept`)
  const other = manifest['features/payment/payment-list-page.tsx']!.file
  assert.ok(!kept.has(`/${other}`), 'screens that need a server are kept as well')
})

interface Load {
  js: Set<string>
  css: Set<string>
}

function within(load: Load, bar: { js: number; css: number; whole: number }, page = 'sign-in') {
  const [js, css, html] = [sum(load.js), sum(load.css), sum(['index.html'])]
  const told = `${page}: js ${js.toFixed(1)}, css ${css.toFixed(1)} KiB`
  assert.ok(js <= bar.js && css <= bar.css && js + css + html <= bar.whole, told)
}

/** What a screen loads beyond the frame and the files that many screens share. */
function adds(page: string, bar: number) {
  const shared = closure([...MAIN, 'shell/layouts/sheet-layout.tsx']).js
  for (const name of Object.keys(SHARED)) for (const file of sharedFiles(name)) shared.add(file)
  const own = sum([...closure([page]).js].filter((file) => !shared.has(file)))
  assert.ok(own <= bar, `${page} adds ${own.toFixed(1)} KiB`)
}

/** The code of a common file, which the bundler names in the manifest. */
function sharedFiles(name: string): string[] {
  const found = Object.entries(manifest).filter(([key]) => key.startsWith(`_${name}-`))
  return found.filter(([, part]) => part.name === name).map(([, { file }]) => file)
}

/** Everything that the named entries import without being asked again. */
function closure(names: string[]): Load {
  const load: Load = { js: new Set(), css: new Set() }
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const part = manifest[name]
    assert.ok(part, `${name} is not in the build`)
    if (part.file.endsWith('.js')) load.js.add(part.file)
    for (const style of part.css ?? []) load.css.add(style)
    waiting.push(...(part.imports ?? []))
  }
  return load
}

const pages = () => Object.keys(manifest).filter((name) => /^features\/.+-page\.tsx$/.test(name))
const text = (page: string) => readFileSync(path.join(root, 'src/web', page), 'utf8')
const sizes = new Map<string, number>()
const packed = (file: string) => {
  const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(dir, file)), { level: 9 }).length
  sizes.set(file, size)
  return size
}
const sum = (files: Iterable<string>) =>
  [...files].reduce((all, file) => all + packed(file), 0) / 1024

test('the page of a telephone takes at most 6 KiB and none of the screens', () => {
  const load = closure(['phone.html'])
  const whole = sum([...load.js, ...load.css, 'phone.html'])
  assert.ok(whole <= 6, `${whole.toFixed(1)} KiB`)
})
