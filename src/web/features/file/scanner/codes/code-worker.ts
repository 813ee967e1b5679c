import { prepareZXingModule } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { servePictures } from '../picture-worker.ts'
import { pixelsOf, shrunkSize } from '../pixels-of.ts'
import { readCode, type FoundCode } from './read-code.ts'

export interface CodeTask {
  /** A file is worth more work than a frame, of which the next comes soon. */
  readonly isFile: boolean
}

/** Longest sides, pixels: of a frame, and those of a file one after another: a blurred code is read better smaller. */
const FRAME_SIDES = [1280]
const FILE_SIDES = [1600, 2600, 900]

// By default it would fetch its program from a public network.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })

servePictures<CodeTask, FoundCode | undefined>(async (picture, { isFile }) => {
  for (const side of isFile ? FILE_SIDES : FRAME_SIDES) {
    const code = await readCode(pixelsOf(picture, shrunkSize(picture, side)), isFile)
    if (code) return code
  }
  return undefined
})
