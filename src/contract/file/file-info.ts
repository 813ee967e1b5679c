import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'
import { weighingKinds } from '../visit/visit-entities.ts'
import { File } from './file-entities.ts'

/** As many files of one record as a person would look through one by one. */
export const MOST_NEIGHBOURS = 200

/** What the page of one file says of it. */
export const FileInfo = z.strictObject({
  ...File.shape,
  /** The weighing that a picture was taken with. */
  weighing: z.nullable(z.enum(weighingKinds)),
  /** Among the scans of its record. */
  page: z.nullable(s.int(1, 1000)),
  /** Files of the same record that the reader may open, itself among them, in the order in which they came. */
  neighbours: s.list(s.id('file'), MOST_NEIGHBOURS),
})
export type FileInfo = z.output<typeof FileInfo>
