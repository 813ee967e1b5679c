import type { Person } from '../support/world.ts'

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
