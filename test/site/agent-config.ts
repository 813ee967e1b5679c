import type { AgentConfig } from '#contract/device/agent-link.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'

/** The configuration that a server sends to an agent: the truck scale, two cameras and the plates of its first post. */
export function yardConfig(yard: Yard, scaleId: string, key: Buffer): AgentConfig {
  const { rules, devices, ...rest } = truckScaleConfig(yard, scaleId, key)
  const camera = (code: number) => ({
    device_id: `019f3a52-7c00-7000-8000-00000000000${code}`,
    kind: 'camera' as const,
    code,
    driver: 'snapshot',
    connection: {
      url: `http://127.0.0.1:${yard.ports.cameras}/ISAPI/Streaming/channels/${code}01/picture`,
      user: 'yard',
      password: 'yard-camera',
    },
  })
  const plates = {
    device_id: '019f3a52-7c00-7000-8000-000000000009',
    kind: 'plate_camera' as const,
    code: 1,
    post: 1,
    driver: 'ppocr',
    connection: { camera: 1 },
  }
  return {
    ...rest,
    rules: { ...rules, on_capture: [1, 2] },
    devices: [...devices, camera(1), camera(2), plates],
  }
}

/** The same site with the truck scale alone. */
export function truckScaleConfig(yard: Yard, scaleId: string, key: Buffer): AgentConfig {
  return {
    rev: 1,
    rules: {
      stab_frames: 10,
      stab_ms: 2000,
      max_age_ms: 2000,
      min_confidence_bp: 8500,
      on_capture: [],
    },
    devices: [
      {
        device_id: scaleId,
        agent_key: key.toString('base64url'),
        kind: 'scale',
        code: 1,
        post: 1,
        driver: 'tenso-m',
        connection: {
          transport: { type: 'tcp', host: '127.0.0.1', port: yard.ports.posts[0]!.port },
          settings: {},
        },
        max_g: 60_000_000,
        min_g: 400_000,
        d_g: 20_000,
        e_g: 20_000,
        zero_band_g: 20_000,
        presence_g: 200_000,
      },
    ],
  }
}
