import type { ServerResponse } from 'node:http'
import type { Yard } from '../running-yard.ts'
import type { Camera } from './camera.ts'
import type { Passage } from './passages.ts'

const BOUNDARY = 'yardboundary'
/** Hikvision repeats a lost video, Dahua says Heartbeat; both as often as a client asks for. */
const HEARTBEAT_MS = 5000

/** Endless multipart of a Hikvision camera: one XML and one picture a passage. */
export function hikvisionAlerts(yard: Yard, _camera: Camera, response: ServerResponse) {
  const part = openStream(response, `multipart/mixed; boundary=${BOUNDARY}`)
  const life = setInterval(() => part('application/xml; charset="UTF-8"', VIDEO_LOSS), HEARTBEAT_MS)
  part('application/xml; charset="UTF-8"', VIDEO_LOSS)
  listen(yard, response, life, (passage) => {
    part('application/xml; charset="UTF-8"', hikvisionXml(passage), 'name="anpr.xml"')
    part('image/jpeg', passage.jpeg, 'name="detectionPicture.jpg"')
  })
}

/** Dahua's `attachFileProc`: fields as text, then the picture. */
export function dahuaFiles(yard: Yard, _camera: Camera, response: ServerResponse) {
  const part = openStream(response, `multipart/x-mixed-replace; boundary=${BOUNDARY}`)
  const life = setInterval(() => part('text/plain', 'Heartbeat'), HEARTBEAT_MS)
  part('text/plain', 'Heartbeat')
  listen(yard, response, life, (passage) => {
    const { plate, group, at } = passage
    const number = plate ?? 'Unknown'
    const fields = [
      'EventBaseInfo.Code=TrafficJunction',
      'EventBaseInfo.Action=Pulse',
      `TrafficCar.PlateNumber=${number}`,
      `Object.Text=${number}`,
      'Object.BoundingBox[0]=3512',
      `UTC=${Math.floor(at.getTime() / 1000)}`,
      `GroupID=${group}`,
    ]
    part('text/plain', fields.map((field) => `Events[0].${field}\r\n`).join(''))
    part('image/jpeg', passage.jpeg)
  })
}

/** Dahua's `eventManager`: the same without pictures. */
export function dahuaManager(yard: Yard, _camera: Camera, response: ServerResponse) {
  const part = openStream(response, `multipart/x-mixed-replace; boundary=${BOUNDARY}`)
  const life = setInterval(() => part('text/plain', 'Heartbeat'), HEARTBEAT_MS)
  part('text/plain', 'Heartbeat')
  listen(yard, response, life, ({ plate, group, at }) => {
    const data = {
      TrafficCar: { PlateNumber: plate ?? 'Unknown' },
      UTC: Math.floor(at.getTime() / 1000),
      GroupID: group,
    }
    const json = JSON.stringify(data, null, 3)
    part('text/plain', `Code=TrafficJunction;action=Pulse;index=0;data=${json}`)
  })
}

/** What a Hikvision camera in push mode posts. */
export function pushForm(passage: Passage) {
  const part = (type: string, body: string | Buffer, name: string) =>
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; ${name}\r\nContent-Type: ${type}\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      ),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ])
  const xml = 'name="anpr.xml"; filename="anpr.xml"'
  const picture = 'name="detectionPicture.jpg"; filename="detectionPicture.jpg"'
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([
      part('application/xml', hikvisionXml(passage), xml),
      part('image/jpeg', passage.jpeg, picture),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  }
}

const VIDEO_LOSS = `<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<channelID>1</channelID><eventType>videoloss</eventType><eventState>inactive</eventState>
</EventNotificationAlert>`

function hikvisionXml({ id, at, plate, level }: Passage) {
  const seen = plate ?? 'unknown'
  return `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<dateTime>${at.toISOString()}</dateTime><channelID>1</channelID><eventType>ANPR</eventType>
<eventState>active</eventState><ANPR><country>7</country><licensePlate>${seen}</licensePlate>
<line>1</line><direction>forward</direction><confidenceLevel>${level}</confidenceLevel>
<plateType>unknown</plateType><vehicleType>truck</vehicleType>
<originalLicensePlate>${seen}</originalLicensePlate></ANPR><UUID>${id}</UUID>
</EventNotificationAlert>`
}

function openStream(response: ServerResponse, type: string) {
  response.writeHead(200, { 'content-type': type })
  return (partType: string, body: string | Buffer, name?: string) => {
    response.write(
      `--${BOUNDARY}\r\nContent-Type: ${partType}\r\n` +
        `${name ? `Content-Disposition: form-data; ${name}\r\n` : ''}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    )
    response.write(body)
    response.write('\r\n')
  }
}

function listen(
  yard: Yard,
  response: ServerResponse,
  life: NodeJS.Timeout,
  tell: (passage: Passage) => void,
) {
  yard.passages.listeners.add(tell)
  response.on('close', () => {
    clearInterval(life)
    yard.passages.listeners.delete(tell)
  })
}
