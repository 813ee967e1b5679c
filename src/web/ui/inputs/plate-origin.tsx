import { foreignOrigin } from '#contract/requisites/plate/plate-origin.ts'

/** « (Казахстан)» after a plate of another country; not shown by a station without a connection. */
export default function PlateOrigin({ plate }: { plate: string | null | undefined }) {
  const origin = plate && foreignOrigin(plate)
  return origin ? <> ({origin})</> : null
}
