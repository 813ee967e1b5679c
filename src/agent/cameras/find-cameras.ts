import { Cam } from 'onvif'
import { promisify } from 'node:util'
import type {
  CameraProfile,
  CameraSearchParams,
  FoundCameras,
} from '#contract/device/camera-search.ts'
import { refuse } from '#http/refusal.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { probeNetwork, type ProbeTarget } from './probe-network.ts'
import { wrongPassword } from './snapshot.ts'

/** A camera answers a call within this time or is left out; some take a second for each. */
const CALL_MS = 3000
const MAX_PROFILES = 12

/** What the package tells of a profile; its own types leave most of it open. */
interface RawProfile {
  name?: unknown
  $?: { token?: unknown }
  videoEncoderConfiguration?: { resolution?: { width?: unknown; height?: unknown } }
}

/** Set-up of a camera by ONVIF (devices.md 5): the cameras of the network, or the description of one. */
export async function findCameras(
  params: CameraSearchParams,
  target: ProbeTarget,
  allowLoopback: boolean,
): Promise<FoundCameras> {
  if (!params.address) return { cameras: await probeNetwork(target, allowLoopback) }
  const { host, port } = params.address
  const { host: name, lookup } = allowedAddress(host, allowLoopback)
  const address = await promisify(lookup)(name, {}).catch(() => offline())
  const camera = new Cam({
    hostname: String(address),
    port,
    ...(params.user === undefined ? {} : { username: params.user }),
    ...(params.password === undefined ? {} : { password: params.password }),
    timeout: CALL_MS,
    autoconnect: false,
    // The address that a camera gives for itself may lead out of the site's network.
    preserveAddress: true,
  })
  await connect(camera)
  const profiles: CameraProfile[] = []
  const raw = (Array.isArray(camera.profiles) ? camera.profiles : []) as RawProfile[]
  for (const profile of raw.slice(0, MAX_PROFILES)) profiles.push(await describe(camera, profile))
  return { cameras: [{ host, port, name: '', profiles }] }
}

function connect(camera: Cam): Promise<void> {
  return new Promise((resolve, reject) => {
    camera.connect((error) => {
      if (!error) return resolve()
      const wrong = /not ?authori[sz]ed|401/i.test(String(error))
      try {
        return wrong ? wrongPassword() : offline()
      } catch (refusal) {
        return reject(refusal as Error)
      }
    })
  })
}

async function describe(camera: Cam, profile: RawProfile): Promise<CameraProfile> {
  const token = String(profile.$?.token ?? '')
  const size = profile.videoEncoderConfiguration?.resolution
  return {
    name: String(profile.name ?? token).slice(0, 60),
    width: Number.isSafeInteger(size?.width) ? (size!.width as number) : null,
    height: Number.isSafeInteger(size?.height) ? (size!.height as number) : null,
    snapshot_url: await uriOf((done) => camera.getSnapshotUri({ profileToken: token }, done)),
    stream_url: await uriOf((done) =>
      camera.getStreamUri({ profileToken: token, protocol: 'RTSP' }, done),
    ),
  }
}

/** A camera may offer a stream and no snapshot; null then. Names inside the address are no business of a screen. */
function uriOf(
  ask: (done: (error: Error | null, answer?: unknown) => void) => void,
): Promise<string | null> {
  return new Promise((resolve) => {
    ask((error, answer) => {
      const uri = error ? undefined : (answer as { uri?: unknown } | undefined)?.uri
      if (typeof uri !== 'string' || !URL.canParse(uri)) return resolve(null)
      const url = new URL(uri)
      url.username = ''
      url.password = ''
      return resolve(url.href.length <= 300 ? url.href : null)
    })
  })
}

function offline(): never {
  return refuse('device.offline', { message: 'Камера не отвечает по ONVIF' })
}
