import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { entities } from '../core/entities.ts'
import { File, fileKinds } from './file-entities.ts'
import { FileInfo } from './file-info.ts'
import * as s from '../core/shapes.ts'

/** Pages of a PDF that are taken, and shown. */
export const MOST_FILE_PAGES = 50

const thumbnailSizes = ['tile', 'row'] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** What a picture is; `consent` of a supplier also prepares the consent itself (domain.md 3.7). */
export const fileParams = z.strictObject({
  entity: z.optional(z.enum(['supplier', 'transaction', 'weight_act', 'act', 'payment'])),
  entity_id: z.optional(z.uuid()),
  kind: z.enum(fileKinds),
  post: z.optional(s.int(1, 99)),
  camera: z.optional(s.int(1, 99)),
  taken_at: z.optional(s.instant),
  text_version: z.optional(s.text(20)),
  client_id: z.optional(s.clientId),
})

/** The same as a client writes it down. */
export type FileParams = z.input<typeof fileParams>

export const files = {
  save: call({
    method: 'POST',
    path: '/api/v1/files/save',
    access: 'operator',
    module: 'files',
    action: 'file.upload',
    summary: 'Keeps one JPEG, at most 10 MB; the position in it is removed',
    query: z.strictObject({ params: s.jsonText(fileParams) }),
    body: 'jpeg',
    result: File,
    refusals: [
      'file.bad-params',
      'file.too-large',
      'file.bad-type',
      'file.quota',
      'file.other-sheet',
    ],
  }),
  getAll: call({
    method: 'GET',
    path: '/api/v1/files/getList',
    access: 'operator-or-super',
    module: 'files',
    summary:
      'Files without their bytes; personal kinds only with supplier.personal. SUPERVISOR sees those of all companies, or of a named one',
    query: z.strictObject({
      filter: s.filterOf('file', ['created_at', 'kind', 'size'], {
        company_id: z.optional(s.id('company')),
        entity: z.optional(s.someOf(entities)),
        entity_id: z.optional(z.uuid()),
        kind: z.optional(s.someOf(fileKinds)),
        supplier_id: z.optional(s.id('supplier')),
        /** Scans that wait for a check. */
        unchecked: z.optional(z.boolean()),
      }),
    }),
    result: s.listOf(File),
    about: ['file', 'scan'],
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/files/get/:id',
    access: 'operator-or-super',
    summary: 'The bytes, for those who may read the owning record; personal kinds are recorded',
    params: z.strictObject({ id: s.id('file') }),
    result: 'blob',
    about: ['file'],
  }),
  // Beyond the specification: the page of one file says what it is and leads to its neighbours.
  getInfo: call({
    method: 'GET',
    path: '/api/v1/files/getInfo/:id',
    access: 'operator-or-super',
    summary: 'What a file is, its record and the other files of it, for those who may open it',
    params: z.strictObject({ id: s.id('file') }),
    result: FileInfo,
    about: ['file', 'scan'],
  }),
  // Beyond the specification: a page of tiles would load whole pictures otherwise.
  getThumbnail: call({
    method: 'GET',
    path: '/api/v1/files/getThumbnail/:id',
    access: 'operator-or-super',
    summary: 'A stored picture in small, for those who may open it; personal kinds are recorded',
    params: z.strictObject({ id: s.id('file') }),
    /** Of a tile unless it stands in a row. */
    query: z.strictObject({ size: z.optional(z.enum(thumbnailSizes)) }),
    result: 'blob',
    refusals: ['file.bad-type'],
    toast: false,
  }),
  // Beyond the specification: a person reads a page before accepting it.
  getPage: call({
    method: 'GET',
    path: '/api/v1/files/getPage',
    access: 'operator-or-super',
    summary:
      'One page of a PDF as JPEG, or a picture itself; the type of the answer tells the number of pages: image/jpeg; pages=3',
    query: z.strictObject({ id: s.id('file'), page: s.queryInt(1, MOST_FILE_PAGES) }),
    result: 'jpeg',
    refusals: ['file.no-page', 'file.bad-type', 'file.too-large'],
    about: ['file'],
  }),
} as const
