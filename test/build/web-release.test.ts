import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { paths } from '#contract/screen-paths.ts'
import { releaseWeb } from '../../scripts/release-web.ts'
import { openWorld, type World } from '../support/world.ts'

let place = ''
let web = ''
let world: World

before(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'priyomka-release-'))
  web = path.join(place, 'web')
  await release('one')
  world = await openWorld({ config: { webDir: web } })
})
after(async () => {
  await world.close()
  await rm(place, { recursive: true, force: true })
})

test('an asset is sent with the compression that the browser accepts, or plain', async () => {
  const br = await asset('one.js', 'gzip, deflate, br')
  assert.equal(br.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), code('one'))
  const gz = await asset('one.js', 'gzip')
  assert.equal(gz.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(gz.rawPayload).toString(), code('one'))
  const plain = await asset('one.js', 'identity')
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.body, code('one'))
  for (const answer of [br, gz, plain]) {
    assert.match(String(answer.headers['content-type']), /javascript/)
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(answer.headers['vary']), /accept-encoding/i)
  }
})

test('a typeface is sent without further compression', async () => {
  const font = await asset('face.woff2', 'gzip, deflate, br')
  assert.equal(font.statusCode, 200)
  assert.equal(font.headers['content-encoding'], undefined)
})

test('each declared address is answered with the page, and any other one as not found', async () => {
  const status = async (url: string) => (await world.app.inject({ url })).statusCode
  for (const pattern of Object.values(paths)) {
    const url = pattern.replaceAll(/:[A-Za-z]+/g, '0190b7f0-0000-7000-8000-000000000001')
    assert.equal(await status(url), 200, url)
    if (url !== '/') assert.equal(await status(`${url}/?peek=1`), 200, url)
  }
  for (const url of ['/operator/nothing', '/super/users', '/print/act', '/operator/act/a/b', '/x'])
    assert.equal(await status(url), 404, url)
})

test('the page of an address asks for the files of its screen, and for those of no other', async () => {
  const text = async (url: string) => (await world.app.inject({ url })).body
  assert.match(await text('/operator/acts/?sort=number'), /one-acts\.js">\s*<\/head>/)
  // As the build wrote it: a sign that a replacement would read is none here.
  assert.match(await text('/operator/act/1'), /\/\$&\.js/)
  for (const url of ['/', '/operator', '/operator/actss', '/x'])
    assert.doesNotMatch(await text(url), /link/, url)
})

test('a new build is served at once, and a tab of the former one still finds its files', async () => {
  assert.match(await page(), /one\.js/)
  await release('two')
  assert.match(await page(), /two\.js/)
  assert.match(await page(), /two-acts\.js/)
  assert.equal((await asset('two.js', 'br')).headers['content-encoding'], 'br')
  assert.equal((await asset('one.js', 'br')).statusCode, 200)
})

test('the files of the fourth last build are removed, with their compressed copies', async () => {
  await release('three')
  assert.equal((await asset('one.js', 'br')).statusCode, 200)
  await release('four')
  assert.equal((await asset('one.js', 'br')).statusCode, 404)
  assert.equal((await asset('two.js', 'br')).statusCode, 200)
  const names = await readdir(path.join(web, 'assets'))
  assert.deepEqual(
    names.filter((name) => name.startsWith('one') || name.endsWith('.part')),
    [],
  )
  assert.ok(names.includes('face.woff2'))
})

test('a folder of the assets, a path out of them and a second slash at the start are not found', async () => {
  for (const url of [
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets//one.js',
    '/assets/%00',
    '//evil.example',
    '//',
  ])
    assert.equal((await world.app.inject({ url })).statusCode, 404, url)
})

const linkOf = (name: string) => `<link rel="modulepreload" href="/assets/${name}-acts.js">`
const code = (name: string) => `console.log('${name}')\n`.repeat(200)

/** A build as the bundler leaves it: a page, its assets, its manifest. */
async function release(name: string): Promise<void> {
  const built = path.join(place, name)
  await mkdir(path.join(built, 'assets'), { recursive: true })
  await mkdir(path.join(built, '.vite'))
  const head = `<head><script src="/assets/${name}.js"></script></head>`
  await writeFile(path.join(built, 'index.html'), head)
  const links = JSON.stringify({ [paths.acts]: linkOf(name), [paths.act]: '<link href="/$&.js">' })
  await writeFile(path.join(built, 'screen-preloads.json'), links)
  await writeFile(path.join(built, '.vite/manifest.json'), '{}')
  await writeFile(path.join(built, 'assets', `${name}.js`), code(name))
  await writeFile(path.join(built, 'assets/face.woff2'), 'typeface')
  await releaseWeb(built, web)
  assert.equal(await readFile(path.join(web, '.vite/manifest.json'), 'utf8'), '{}')
}

const asset = (name: string, encoding: string) =>
  world.app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } })

async function page(): Promise<string> {
  const answer = await world.app.inject({ url: '/operator/acts' })
  assert.equal(answer.headers['cache-control'], 'no-cache')
  return answer.body
}
