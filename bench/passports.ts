import sharp from 'sharp'
import { openMrzReading, type MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { passportPicture, type PassportPicture } from '#test/builders/camera/photograph.ts'
import { readPassport } from '#web/features/file/scanner/passport/read-passport.ts'
import { tell } from './tell.ts'

/** At least so many pictures of a hundred with every sign right, no wrong field, and so long for one picture. */
const BARS = { right: 90, wrong: 0, ms: 1500 } as const
const TODAY = '2026-11-27'
const SIDE = 2400

type Fixed = Parameters<typeof passportPicture>[1]

/** Sets of pictures: how each differs from a usual photo, and how many there are. Only the first has a bar for what is right. */
const SETS: Readonly<Record<string, readonly [count: number, fixed: (i: number) => Fixed]>> = {
  usual: [120, () => ({})],
  'bold print': [30, (i) => ({ spread: 15 + (i % 4) * 10 })],
  soft: [30, (i) => ({ blur: 0.08 + (i % 5) * 0.015 })],
  small: [30, () => ({ side: 1200 })],
  noisy: [30, (i) => ({ noise: 14 + (i % 4) * 4, quality: 40 })],
  turned: [24, (i) => ({ quarters: 1 + (i % 3) })],
}

/** How often the machine-readable lines of a photographed passport are read, and how long it takes; a wrong field fails the run. */
export async function measurePassports(smoke: boolean, seed: number): Promise<void> {
  const n = (count: number) => (smoke ? Math.ceil(count / 10) : count)
  const times: number[] = []
  for (const [name, [count, fixed]] of Object.entries(SETS)) {
    const pictures = Array.from(
      { length: n(count) },
      (_, i) => () => passportPicture(`bench ${seed} ${name} ${i}`, fixed(i)),
    )
    await measureSet(name, pictures, times, name === 'usual')
  }
  const damaged = Array.from({ length: n(60) }, (_, i) => async () => {
    const name = `bench ${seed} damaged ${i}`
    const { lines, kind } = await passportPicture(name)
    return passportPicture(name, { kind, lines: damageDigit(lines, i) })
  })
  await measureSet('damaged', damaged, times, false)
  times.sort((a, b) => a - b)
  tell({
    name: 'passports p50',
    value: Math.round(times[times.length >> 1]!),
    unit: 'ms of a core',
    baseline: BARS.ms,
    worst: Math.round(times.at(-1)!),
  })
}

async function measureSet(
  name: string,
  pictures: readonly (() => Promise<PassportPicture>)[],
  times: number[],
  hasBar: boolean,
): Promise<void> {
  const counts = { right: 0, whole: 0, none: 0, wrong: 0 }
  for (const draw of pictures) {
    const { jpeg, lines } = await draw()
    const { data, info } = await sharp(jpeg)
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { data: new Uint8Array(data), width: info.width, height: info.height }
    const before = process.cpuUsage()
    const reading = readPassport(picture, () => TODAY)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
    if (!reading) counts.none++
    else {
      if (reading.lines.join() === lines.join()) counts.right++
      if (reading.isWhole) counts.whole++
      counts.wrong += countWrong(reading.document, lines)
    }
  }
  const right = Math.round((1000 * counts.right) / pictures.length) / 10
  const { whole, none, wrong } = counts
  tell({
    name: `passports ${name} right`,
    value: right,
    unit: '%',
    baseline: hasBar ? BARS.right : null,
    of: pictures.length,
    whole,
    none,
    wrong_fields: wrong,
  })
  if (wrong > BARS.wrong || (hasBar && right < BARS.right)) process.exitCode = 1
}

/** Fields that were offered and do not stand in the picture; those that its own digits deny must not be offered either. */
function countWrong(document: MachineReadable, lines: readonly string[]): number {
  const printed = openMrzReading(() => TODAY)(lines.join('')) as MachineReadable
  const wrong = Object.entries(document).filter(
    ([field, value]) => value !== undefined && printed[field as keyof MachineReadable] !== value,
  )
  for (const [field, value] of wrong) console.error(`${field}: ${value}`, lines)
  return wrong.length
}

/** One digit of the line with numbers is another one, as if a forger had drawn it. */
function damageDigit(lines: readonly string[], seed: number): string[] {
  const line = lines.length === 3 ? 1 : lines.length - 1
  const places = [...lines[line]!].flatMap((sign, at) => (/\d/.test(sign) ? [at] : []))
  const at = places[seed % places.length]!
  const digit = (Number(lines[line]![at]) + 1 + (seed % 8)) % 10
  return lines.with(line, lines[line]!.slice(0, at) + digit + lines[line]!.slice(at + 1))
}
