import os from 'node:os'
import path from 'node:path'
import { findChromium } from '../../../scripts/chromium.ts'

// Playwright reads its configuration in every worker: the first process chooses, the others inherit. Ports of outgoing
// connections begin at 32 768, those that the simulators remember end at 20 000.
process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 12_000))
process.env['E2E_DATA'] ??= path.join(os.tmpdir(), `priyomka-e2e-${process.pid}`)

/** Where the browser tests find the started product and the browser. */
export const browserConfig = {
  port: process.env['E2E_PORT'],
  dataDir: process.env['E2E_DATA'],
  address: `http://127.0.0.1:${process.env['E2E_PORT']}`,
  chromium: findChromium() ?? '/usr/bin/chromium',
  /** 1: the product of `E2E_PORT` and `E2E_DATA` runs already and is used as it is. */
  running: process.env['E2E_RUNNING'] === '1',
  /** Set: a folder that a first start has filled; the product begins with a copy of it. */
  filled: process.env['E2E_FILLED'],
  /** 1: the product gets a database of the cluster of the tests instead of a PostgreSQL of its own. */
  cloned: process.env['E2E_CLONED_DATABASE'] === '1',
  /** 1: no journey drives a truck, and the simulator runs at normal speed. */
  calm: process.env['E2E_CALM'] === '1',
  /** Set: a screenshot of every step at both sizes is stored there. */
  shots: process.env['SHOTS'],
  /** 1: the pictures of the guide are taken anew and stored in its folder. */
  guidePictures: process.env['GUIDE_PICTURES'] === '1',
}

// The flags keep Chromium quiet on a machine without the internet; the sandbox does not work as root.
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // A document lives for seconds: compiling for speed what runs a hundred times costs a fifth more than it saves.
  '--js-flags=--no-maglev,--no-opt',
]
