import type { Size } from '../quad.ts'

/** One byte a pixel, 0 is black. */
export interface GreyPicture extends Size {
  readonly data: Uint8Array
}

/** Of a picture with four bytes a pixel, as a canvas gives it. */
export function greyOf(data: Uint8ClampedArray, { width, height }: Size): GreyPicture {
  const grey = new Uint8Array(width * height)
  for (let i = 0; i < grey.length; i++)
    grey[i] = (data[i * 4]! * 77 + data[i * 4 + 1]! * 150 + data[i * 4 + 2]! * 29) >> 8
  return { data: grey, width, height }
}

/** The same picture a quarter further to the right. */
export function turnQuarter({ data, width, height }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + height - 1 - y] = data[y * width + x]!
  return { data: turned, width: height, height: width }
}
