import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { layoutReader } from '#contract/scales/form/text-frames.ts'
import { bytesOfHex, type LayoutFrame } from '#contract/scales/form/text-layout.ts'
import { badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

type Settings = ScaleSettings<'text'>

/** A format that the installer described (devices.md 3.11): the screen showed the weight by the same reader. */
export function createDriver(settings: Settings): ScaleDriver {
  const reader = layoutReader(settings.layout)
  const question =
    settings.format === 'asked' ? Uint8Array.from(bytesOfHex(settings.question)) : undefined
  const echo = question && String(Array.from(question, (byte) => byte & 0x7f))
  return {
    mode: question ? 'poll' : 'stream',
    feed: (chunk) =>
      reader
        .feed(chunk)
        .filter(({ kind, raw }) => kind !== 'bad' || !echo?.startsWith(String([...raw])))
        .map((frame) => eventOf(frame, settings.unit)),
    ...(question && { poll: () => question }),
    reset: reader.reset,
  }
}

function eventOf(frame: LayoutFrame, own: Settings['unit']): ScaleEvent {
  switch (frame.kind) {
    case 'bad':
      return badFrame(frame.reason, frame.raw)
    case 'overload':
      return outOfRange('overload', frame.raw, frame.net)
    case 'weight': {
      const { shown, named, net, stable, raw } = frame
      return weightEvent(shown, { named, own }, { net, stable }, raw)
    }
  }
}
