import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Person, World } from '../support/world.ts'

/** A multipart request to `act/scans` as a browser sends it. */
export function uploadScans(person: Person, actId: string, files: Buffer[], kind?: string) {
  const form = new FormData()
  if (kind) form.set('kind', kind)
  return sendForm(person, `/api/v1/act/scans?actId=${actId}`, files, form)
}

/** The same to `act/sortScan`. */
export function sortScan(person: Person, clientId: string, files: Buffer[]) {
  return sendForm(person, `/api/v1/act/sortScan?client_id=${clientId}`, files)
}

async function sendForm(person: Person, url: string, files: Buffer[], form = new FormData()) {
  for (const file of files) form.append('files[]', new Blob([new Uint8Array(file)]), 'page')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await person.api.raw({
    method: 'POST',
    url,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** All that an upload could leave behind: rows of files and scans, and bytes in the store. */
export async function countStored(world: World) {
  const rows = await world.own.db.q.selectFrom('file').select('id').execute()
  const scans = await world.own.db.q.selectFrom('scan').select('id').execute()
  const folder = path.join(world.services.config.dataDir, 'files')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const bytes = entries.filter((entry) => entry.isFile()).length
  return { files: rows.length, scans: scans.length, bytes }
}
