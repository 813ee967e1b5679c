import { OCR_B_DISTANCES } from './ocr-b-distances.ts'

/** All signs that machine-readable lines have. */
export const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'
export const CELL_WIDTH = 18
export const CELL_HEIGHT = 26
export const CELL = CELL_WIDTH * CELL_HEIGHT
/** How signs look in one picture: each with the mean 0 and the length 1, so that a product tells how alike two are. */
export type Shapes = readonly Float32Array[]

/** Print is bolder or finer than the norm, in pixels of a cell to each side, and pictures are sharp or soft. */
const WEIGHTS = [-0.35, 0.1, 0.55]
const SOFTNESS = [0.5, 1.1, 1.9, 3]

/** The looks that a line of a picture may have; the whole line has one. */
export const APPEARANCES: readonly Shapes[] = WEIGHTS.flatMap((weight) =>
  SOFTNESS.map((soft) => shapesOf(weight, soft)),
)

function shapesOf(weight: number, soft: number): Shapes {
  const distances = Uint8Array.from(atob(OCR_B_DISTANCES.replaceAll('\n', '')), (sign) =>
    sign.charCodeAt(0),
  )
  return [...SIGNS].map((_, sign) =>
    normalise(
      Float32Array.from({ length: CELL }, (_, at) => {
        const byte = distances[sign * CELL + at]!
        const distance = (byte > 127 ? byte - 256 : byte) / 32 + weight
        return 1 / (1 + Math.exp((-distance * 2.4) / soft))
      }),
    ),
  )
}

/** Mean 0 and length 1, in place. */
export function normalise(values: Float32Array): Float32Array {
  let mean = 0
  for (const value of values) mean += value
  mean /= values.length
  let square = 0
  for (let i = 0; i < values.length; i++) {
    const value = (values[i]! -= mean)
    square += value * value
  }
  const length = Math.sqrt(square) || 1
  for (let i = 0; i < values.length; i++) values[i]! /= length
  return values
}
