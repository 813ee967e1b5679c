import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hardPlate, otherFontPlate, randomPlate, yardPicture } from './drawing/plate-set.ts'
import { seededRandom } from './random.ts'

const MOST = 10_000

/**
 * `node src/simulators/yard/draw-plates.ts --count 200 --seed 1 --out DIR` writes labelled pictures: the plate is the name of
 * each file, `labels.json` holds them all. A third each from the yard's camera, from harder light, and in another font.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  })
  const [count, seed] = [Number(values.count), Number(values.seed)]
  if (!Number.isSafeInteger(seed) || !(count >= 1 && count <= MOST) || !values.out)
    throw new Error(`Usage: --count 1…${MOST} --seed N --out DIR`)
  await mkdir(values.out, { recursive: true })
  const labels: { file: string; plate: string }[] = []
  const kinds = [yardPicture, hardPlate, otherFontPlate]
  for (let i = 0; i < count; i++) {
    const plate = randomPlate(seededRandom(`plate ${seed + i}`))
    const file = `${String(i).padStart(5, '0')}-${plate}.jpg`
    await writeFile(join(values.out, file), await kinds[i % kinds.length]!(seed + i, plate))
    labels.push({ file, plate })
  }
  await writeFile(join(values.out, 'labels.json'), `${JSON.stringify(labels, null, 1)}\n`)
}

await main()
