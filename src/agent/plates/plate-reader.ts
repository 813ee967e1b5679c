/** A part of a picture, pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * One reading of one frame: `raw` as written on the plate, `plate` normalised (domain.md 6.4), `confidence` 0…1 = the weakest
 * character, `form` the code of the contract's table of plate forms.
 */
export interface PlateCandidate {
  raw: string
  plate: string
  confidence: number
  chars: number[]
  box: Box
  form: string
}

/** The adapter of devices.md 6.1; candidates come best first, at most five. */
export interface PlateReader {
  read(jpeg: Uint8Array, options: { roi?: Box; signal: AbortSignal }): Promise<PlateCandidate[]>
}
