import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'
import type { PlateReading } from '#contract/device/reading.ts'
import { isWholeJpeg } from '../../cameras/snapshot.ts'
import type { PlateCheckOutcome } from '../watch-plates.ts'
import type { Part } from './multipart-parts.ts'

/** The picture by which a camera shows the whole vehicle (devices.md 5.1). */
const WHOLE_VIEW = /detectionPicture/i

/** The last event of a camera with one picture of it: its view of the vehicle, else the largest; at most 5 MB. */
export function lastPassage() {
  let last: PlateReading | undefined
  let picture: { jpeg: Buffer; whole: boolean } | undefined
  return {
    /** A new event, whose own pictures are still to come. */
    begin(reading: PlateReading): void {
      last = reading
      picture = undefined
    },
    part({ headers, body }: Part): void {
      if (body.length > MAX_AGENT_BLOB || !isWholeJpeg(body)) return
      const whole = WHOLE_VIEW.test(headers.get('content-disposition') ?? '')
      const better = whole || (!picture?.whole && body.length > (picture?.jpeg.length ?? 0))
      if (better) picture = { jpeg: body, whole }
    },
    look: (): PlateCheckOutcome | undefined => last && { reading: last, jpeg: picture?.jpeg },
  }
}
