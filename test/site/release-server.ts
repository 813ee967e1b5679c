import type { ServerResponse } from 'node:http'
import {
  askUpdateBody,
  UPDATE_PART,
  updatePartBody,
  type AskUpdate,
} from '#contract/device/release/agent-update.ts'
import type { SignedRelease } from '#contract/device/release/release-statement.ts'
import { startLinkServer } from '#test/failures/link-server.ts'
import { until } from '#test/support/until.ts'

export const ENROL_CODE = 'ABCD-1234'

/** The far end of an agent's link that offers one release, spoils its answers as a test asks for it and keeps what it was told. */
export async function startReleaseServer(release: {
  offer: SignedRelease | null
  archive: Uint8Array
}) {
  const told: AskUpdate[] = []
  const offsets: number[] = []
  const link = await startLinkServer({
    code: ENROL_CODE,
    acknowledges: () => true,
    updates: answer,
  })

  function answer(name: string, body: unknown): unknown {
    if (name === 'askUpdate') {
      told.push(askUpdateBody.parse(body))
      return { offer: server.release.offer }
    }
    const { offset } = updatePartBody.parse(body)
    offsets.push(offset)
    const part = Buffer.from(server.release.archive.subarray(offset, offset + UPDATE_PART))
    return server.spoil?.(offset) ?? { bytes: part.toString('base64url') }
  }

  const server = {
    link,
    told,
    /** Where the parts began that were asked for. */
    offsets,
    release,
    spoil: undefined as ((offset: number) => unknown) | undefined,
    /** The first that was told of this state. */
    toldOf: (state: AskUpdate['state']) =>
      until(() => told.find((one) => one.state === state)) as Promise<AskUpdate>,
  }
  return server
}

/** An answer that goes on until the other side leaves. */
export function answerEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
