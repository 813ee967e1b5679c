import { wireFormats } from '#test/devices/scale-formats.ts'
import { hammer } from '#test/devices/scale-noise.ts'

const FRAMES = 1_000_000

/** A million random or cut frames a format: one line each; a false weight fails the run. */
export function measureScaleNoise(smoke: boolean): void {
  for (const format of wireFormats) {
    const startedAt = performance.now()
    const found = hammer(format, smoke ? FRAMES / 100 : FRAMES, 1)
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const line = { name: `scale-noise ${format.driver} ${format.name}`, value: found.falseWeights }
    console.log(
      JSON.stringify({
        ...line,
        unit: 'false weights',
        baseline: 0,
        ratio: null,
        ...found,
        seconds,
      }),
    )
    if (found.falseWeights > 0) process.exitCode = 1
  }
}
