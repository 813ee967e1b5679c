import { foreignOrigin } from '#contract/requisites/plate/plate-origin.ts'

/** « (Казахстан)» behind a plate of another country; a station without a link does without. */
export default function PlateOrigin({ plate }: { plate: string | null | undefined }) {
  const origin = plate && foreignOrigin(plate)
  return origin ? <> ({origin})</> : null
}
