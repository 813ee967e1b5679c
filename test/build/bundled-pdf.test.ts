import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { drawPdf } from '#server/documents/pdf/draw-pdf.ts'
import type { PdfOutcome } from '#server/documents/pdf/pdf-thread.ts'
import { bundlePrograms } from '../../scripts/package/bundle.ts'
import { copyPackages } from '../../scripts/package/copy-packages.ts'
import { printedBodies } from '../support/printed-bodies.ts'

const root = path.resolve(import.meta.dirname, '../..')
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-bundle-'))
after(() => rm(dir, { recursive: true }))

test('the drawing thread of a release draws the same PDF as its sources', async (t) => {
  const program = 'src/server/documents/pdf/pdf-worker'
  await bundlePrograms({ programs: [`${program}.ts`], version: '0.0.0', to: dir })
  copyPackages({
    packages: ['@expo-google-fonts/tinos', 'fontkit', 'pdfkit'],
    from: path.join(root, 'node_modules'),
    to: path.join(dir, 'node_modules'),
    system: `${process.platform}-${process.arch}`,
  })
  const job = {
    title: 'Акт',
    at: '2026-11-21T11:05:00.000Z',
    publicUrl: 'https://priyomka.example',
    body: printedBodies['psa']!,
    copies: 1,
  }
  const worker = new Worker(path.join(dir, `${program}.js`))
  t.after(() => worker.terminate())
  worker.postMessage({ id: 1, job }, [])
  const [outcome] = (await once(worker, 'message')) as [PdfOutcome]
  assert.ok('bytes' in outcome, JSON.stringify(outcome).slice(0, 500))
  assert.ok((await drawPdf(job)).equals(outcome.bytes))
})
