import { device } from '#contract/device/device.ts'
import { deviceSetUp } from '#contract/device/device-set-up.ts'
import type { CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'

const OWN_INDICATOR = {
  driver: 'ascii',
  connection: {
    transport: { type: 'tcp', host: '127.0.0.1', port: 11_990 },
    settings: { format: 'and18' },
  },
}

const yardOf = ({ manager, own }: CheatDay) =>
  manager.api.send(device.superGetYard, { query: { companyId: own.id } })

/** A device as its manager reads it, with what is changed of it. */
async function changed(day: CheatDay, kind: string, code: number, fields: object) {
  const { devices } = await yardOf(day)
  const row = devices.find((one) => one.kind === kind && one.code === code)!
  const { id, title, driver, connection, post, max_g, d_g, e_g, zero_band_g, presence_g } = row
  const limits = kind === 'scale' ? { max_g, d_g, e_g, zero_band_g, presence_g } : {}
  return { id, kind, code, title, driver, connection, post, ...limits, ...fields }
}

const savedAlone = async ({ manager, own }: CheatDay, input: object) =>
  (
    await manager.api.refused(deviceSetUp.superSaveDevice, {
      body: { companyId: own.id, device: input },
    })
  ).code

async function deletedAlone({ manager, own, yard }: CheatDay, name: string) {
  const query = { companyId: own.id, deviceId: yard.devices[name]! }
  return (await manager.api.refused(device.superDeleteDevice, { query })).code
}

/** Changes of the yard for a minute, between two trucks. */
export const deviceWays: readonly Way[] = [
  {
    name: 'the scale is read from an indicator of one’s own',
    tries: async (day) => savedAlone(day, await changed(day, 'scale', 1, OWN_INDICATOR)),
    ends: 'approval.required',
  },
  {
    name: 'a second scale is put up that shows what one likes',
    async tries(day) {
      const { posts } = await day.manager.api.send(device.superSavePost, {
        body: {
          companyId: day.own.id,
          post: { number: 41, kind: 'truck', title: 'Новый' },
        },
      })
      const post = posts.find(({ number }) => number === 41)!.number
      const scale = await changed(day, 'scale', 1, { ...OWN_INDICATOR, code: 41, post })
      return savedAlone(day, { ...scale, id: undefined })
    },
    ends: 'approval.required',
  },
  {
    name: 'a scale that takes a man for nothing is put up in place of the one that is switched off',
    async tries(day) {
      const { manager, own } = day
      const off = await changed(day, 'scale', 2, { disabled: true })
      const body = { companyId: own.id, device: off }
      await manager.api.raw({
        method: 'PUT',
        url: deviceSetUp.superSaveDevice.path,
        payload: body,
      })
      const scale = { ...off, id: undefined, disabled: false, code: 42 }
      const code = await savedAlone(day, { ...scale, presence_g: 59_000, zero_band_g: 50_000 })
      await manager.api.raw({
        method: 'PUT',
        url: deviceSetUp.superSaveDevice.path,
        payload: { ...body, device: { ...off, disabled: false } },
      })
      return code
    },
    ends: 'approval.required',
  },
  {
    name: 'the truck scale becomes a platform for one load',
    async tries(day) {
      const { posts } = await yardOf(day)
      const { id, number, title } = posts.find((post) => post.number === 1)!
      const post = { id, number, title, kind: 'platform' as const }
      const body = { companyId: day.own.id, post }
      return (await day.manager.api.refused(device.superSavePost, { body })).code
    },
    ends: 'approval.required',
  },
  {
    name: 'the camera gets another number, so that nobody takes a picture',
    tries: async (day) => savedAlone(day, await changed(day, 'camera', 1, { code: 7 })),
    ends: 'approval.required',
  },
  {
    name: 'plates are read through the camera that looks at the indicator',
    tries: async (day) =>
      savedAlone(day, await changed(day, 'plate_camera', 1, { connection: { camera: 3 } })),
    ends: 'approval.required',
  },
  {
    name: 'the camera is deleted',
    tries: (day) => deletedAlone(day, 'camera2'),
    ends: 'approval.required',
  },
  {
    name: 'the reader of plates is deleted',
    tries: (day) => deletedAlone(day, 'plate_camera1'),
    ends: 'approval.required',
  },
  {
    name: 'the scale moves to a post that no camera sees',
    async tries(day) {
      await day.manager.api.send(device.superSavePost, {
        body: { companyId: day.own.id, post: { number: 43, kind: 'truck', title: 'За углом' } },
      })
      return savedAlone(day, await changed(day, 'scale', 1, { post: 43 }))
    },
    ends: 'approval.required',
  },
]
