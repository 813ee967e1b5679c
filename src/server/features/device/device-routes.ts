import { deviceSetUp } from '#contract/device/device-set-up.ts'
import { agent, camera, carnumber, device, weight } from '#contract/device/device.ts'
import { serve } from '#http/serve.ts'
import { getCarnumber, getScreenshot, getWeight, zeroScale } from './stream/ask-devices.ts'
import {
  superPrintTest,
  superReadPlate,
  superSwitchRelay,
  superTakePicture,
} from './setup/check-devices.ts'
import { createAgentCode, enrolAgent } from './link/enrol-agent.ts'
import { listDevices } from './setup/list-devices.ts'
import { listEpisodes } from './loads/list-episodes.ts'
import { putBlob } from './link/put-blob.ts'
import { askUpdate, getUpdatePart } from './link/update-agent.ts'
import { superGetYard } from './setup/read-yard.ts'
import {
  superDeleteDevice,
  superSaveDevice,
  superSavePost,
  superSaveRules,
  superSaveSite,
} from './setup/save-yard.ts'
import {
  superDetectScale,
  superFindCameras,
  superRevokeAgent,
  superWatchDevice,
} from './setup/set-up-devices.ts'
import { setRelay } from './stream/set-relay.ts'
import { streamWeight } from './stream/stream-weight.ts'

export const deviceRoutes = [
  serve(weight.get, getWeight),
  serve(weight.stream, streamWeight),
  serve(weight.zero, zeroScale),
  serve(weight.getEpisodes, listEpisodes),
  serve(carnumber.get, getCarnumber),
  serve(camera.getScreenshot, getScreenshot),
  serve(device.getAll, listDevices),
  serve(device.superCreateAgentCode, createAgentCode),
  serve(device.setRelay, setRelay),
  serve(device.superRevokeAgent, superRevokeAgent),
  serve(device.superGetYard, superGetYard),
  serve(device.superSaveSite, superSaveSite),
  serve(device.superSavePost, superSavePost),
  serve(deviceSetUp.superSaveDevice, superSaveDevice),
  serve(device.superSaveRules, superSaveRules),
  serve(device.superDeleteDevice, superDeleteDevice),
  serve(device.superTakePicture, superTakePicture),
  serve(device.superReadPlate, superReadPlate),
  serve(device.superSwitchRelay, superSwitchRelay),
  serve(device.superPrintTest, superPrintTest),
  serve(device.superWatchDevice, superWatchDevice),
  serve(deviceSetUp.superDetectScale, superDetectScale),
  serve(device.superFindCameras, superFindCameras),
  serve(agent.enrol, enrolAgent),
  serve(agent.putBlob, putBlob),
  serve(agent.askUpdate, askUpdate),
  serve(agent.getUpdatePart, getUpdatePart),
]
