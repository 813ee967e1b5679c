import type { Person } from '../support/world.ts'

/** A multipart request to `act/scans` as a browser sends it. */
export async function uploadScans(person: Person, actId: string, files: Buffer[], kind?: string) {
  const form = new FormData()
  if (kind) form.set('kind', kind)
  for (const file of files) form.append('files[]', new Blob([new Uint8Array(file)]), 'page')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await person.api.raw({
    method: 'POST',
    url: `/api/v1/act/scans?actId=${actId}`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}
