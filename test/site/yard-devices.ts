import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '../support/world.ts'

/** Devices of a yard: a truck scale, two platforms, two cameras, the indicator's camera and plates at post 1. */
export async function addDevices(company: TestCompany): Promise<Record<string, string>> {
  const scale = (post: number, max_kg: number, d_g: number) => ({
    kind: 'scale',
    code: post,
    post,
    title: `Весы ${post}`,
    driver: 'tenso-m',
    limits: {
      max_g: max_kg * 1000,
      min_g: 20 * d_g,
      d_g,
      e_g: d_g,
      zero_band_g: d_g,
      presence_g: post === 1 ? 200_000 : 1000,
    },
  })
  const camera = (code: number, title: string) => ({
    kind: 'camera',
    code,
    post: 1,
    title,
    driver: 'snapshot',
    limits: {},
  })
  const rows = [
    scale(1, 60_000, 20_000),
    scale(2, 600, 100),
    scale(3, 150, 50),
    camera(1, 'Спереди'),
    camera(2, 'Сзади'),
    camera(3, 'Индикатор'),
    { kind: 'plate_camera', code: 1, post: 1, title: 'Номера', driver: 'ppocr', limits: {} },
  ]
  const ids: Record<string, string> = {}
  for (const { post, limits, ...row } of rows) {
    const id = (ids[`${row.kind}${row.code}`] = uuidv7())
    await company.db.q
      .insertInto('device')
      .values({
        company_id: company.id,
        id,
        site_id: company.siteId,
        post_id: company.posts.find(({ number }) => number === post)!.id,
        connection: JSON.stringify(connectionOf(row.kind)),
        ...row,
        ...limits,
      })
      .execute()
  }
  return ids
}

function connectionOf(kind: string): object {
  if (kind === 'scale')
    return { transport: { type: 'tcp', host: '127.0.0.1', port: 9 }, settings: {} }
  return kind === 'camera' ? { url: 'http://127.0.0.1:9/picture' } : { camera: 1 }
}
