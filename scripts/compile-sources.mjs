// Run by the shim of `npm start` on the machine's Node, before the programs that stay.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Rooms whose sources the programs of the product load. */
const ROOMS = ['src/contract', 'src/http', 'src/server', 'src/agent', 'src/simulators', 'scripts']

/** Folders whose sources a program finds by itself, so that no import leads to them. */
const FOUND = {
  'src/agent/main.ts': 'src/agent/scales/drivers',
  'src/simulators/yard/main.ts': 'src/simulators/yard/scales',
}

/**
 * Strips and compiles the sources of `programs` in a process that ends. A program that strips a source itself holds the
 * stripper, 30 MB, for as long as it runs; one that finds all of them compiled never loads it. Returns the folder of the
 * result, undefined where it cannot be written.
 */
export function compileSources(node, root, programs) {
  const dir = path.join(root, 'node_modules/.cache/priyomka')
  const stamp = path.join(dir, `stamp-of-${programs[0].replaceAll('/', '-')}`)
  const now = `${process.arch} ${stampOf(root)}`
  try {
    mkdirSync(dir, { recursive: true })
    if (readStamp(stamp) === now) return dir
    const link = path.join(root, 'scripts/link-sources.mjs')
    const files = programs.flatMap((program) => [program, ...sourcesIn(root, FOUND[program])])
    const env = { ...process.env, NODE_COMPILE_CACHE: dir }
    spawnSync(node, [link, ...files.map((file) => path.join(root, file))], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(stamp, now)
    return dir
  } catch {
    return undefined
  }
}

function sourcesIn(root, folder) {
  if (!folder) return []
  const names = readdirSync(path.join(root, folder))
  return names.filter((name) => /^[a-z0-9-]+\.ts$/.test(name)).map((name) => `${folder}/${name}`)
}

/** Changes with every edit of a source; what is compiled is known by its content besides. */
function stampOf(root) {
  let [count, bytes, newest] = [0, 0, 0]
  for (const room of ROOMS)
    for (const name of readdirSync(path.join(root, room), { recursive: true })) {
      if (!/\.(?:ts|mjs)$/.test(name)) continue
      const { size, mtimeMs } = statSync(path.join(root, room, name))
      count++
      bytes += size
      newest = Math.max(newest, mtimeMs)
    }
  return `${count} files ${bytes} bytes ${newest}`
}

function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
