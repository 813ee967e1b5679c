import { servePictures } from '../picture-worker.ts'
import { pixelsOf, shrunkSize } from '../pixels-of.ts'
import { greyOf } from './grey-picture.ts'
import { readPassport, type PassportReading } from './read-passport.ts'

export interface PassportTask {
  /** The day by the company's clock: dates of two digits are before it. */
  readonly today: string
  /** A frame of a camera is held upright, a file may lie in any of its quarters. */
  readonly isFile: boolean
}

/** A sign of a page that fills two thirds of a picture is 40 pixels wide then; more pixels read no better. */
const SIDE = 2400

servePictures<PassportTask, PassportReading | undefined>((picture, { today, isFile }) => {
  const pixels = pixelsOf(picture, shrunkSize(picture, SIDE))
  return readPassport(greyOf(pixels.data, pixels), () => today, isFile ? 4 : 1)
})
