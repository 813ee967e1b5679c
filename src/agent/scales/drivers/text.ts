import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { layoutReader } from '#contract/scales/form/text-frames.ts'
import { bytesOfLine } from '#contract/scales/form/line-bytes.ts'
import type { LayoutFrame } from '#contract/scales/form/text-layout.ts'
import { badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

type Settings = ScaleSettings<'text'>

/** A format that the installer described (devices.md 3.11): the screen showed the weight by the same reader. */
export function createDriver(settings: Settings): ScaleDriver {
  const reader = layoutReader(settings.layout)
  const question =
    settings.format === 'asked' ? Uint8Array.from(bytesOfLine(settings.question)) : undefined
  const greeting = Uint8Array.from(bytesOfLine(settings.greeting ?? ''))
  const echo = question && withoutParity(question)
  return {
    mode: question ? 'poll' : 'stream',
    feed: (chunk) =>
      reader
        .feed(chunk)
        .filter(({ kind, raw }) => kind !== 'bad' || !echo?.startsWith(withoutParity(raw)))
        .map((frame) => eventOf(frame, settings.unit)),
    ...(question && { poll: () => question }),
    ...(greeting.length > 0 && { greeting: () => greeting }),
    reset: reader.reset,
  }
}

const withoutParity = (bytes: Uint8Array) => String(Array.from(bytes, (byte) => byte & 0x7f))

function eventOf(frame: LayoutFrame, own: Settings['unit']): ScaleEvent {
  switch (frame.kind) {
    case 'bad':
      return frame.reason === 'status'
        ? badFrame('device-error', frame.raw, 'такое состояние индикатора в разметке не описано')
        : badFrame(frame.reason, frame.raw)
    case 'overload':
    case 'underload':
      return outOfRange(frame.kind, frame.raw, frame.net)
    case 'weight': {
      const { shown, named, net, stable, tare, raw } = frame
      return weightEvent(shown, { named, own }, { net, stable, tare }, raw)
    }
  }
}
