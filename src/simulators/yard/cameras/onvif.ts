import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CameraAccess } from '../config.ts'
import type { Yard } from '../running-yard.ts'

const MOST_BODY = 65_536

/**
 * The simulated recorder as an ONVIF device (profile S): one profile a camera, with its snapshot and its stream. WS-Security
 * with a password digest, as the standard asks; only the clock is public.
 */
export function answerOnvif(
  yard: Yard,
  access: CameraAccess,
  request: IncomingMessage,
  response: ServerResponse,
) {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
    if (body.length > MOST_BODY) request.destroy()
  })
  request.on('end', () => {
    const name = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? ''
    const answer = ANSWERS[name]
    const send = (status: number, xml: string) => {
      response.writeHead(status, { 'content-type': 'application/soap+xml; charset=utf-8' })
      response.end(envelope(xml))
    }
    if (name !== 'GetSystemDateAndTime' && !isKnown(body, access))
      return send(400, fault('ter:NotAuthorized', 'Sender not authorized'))
    if (!answer) return send(400, fault('ter:ActionNotSupported', 'Action not supported'))
    const token = /<(?:\w+:)?ProfileToken[^>]*>([^<]*)</.exec(body)?.[1] ?? ''
    return send(200, answer(yard, token))
  })
}

/** What the recorder answers to a probe (WS-Discovery) of any client. */
export function probeMatch(yard: Yard, relatesTo: string) {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"' +
    ' xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"' +
    ' xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header>' +
    `<a:RelatesTo>${relatesTo}</a:RelatesTo></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch>` +
    '<a:EndpointReference><a:Address>urn:uuid:7d6c1f0e-0000-4000-8000-796172640001</a:Address>' +
    '</a:EndpointReference><d:Scopes>onvif://www.onvif.org/name/Yard%20recorder' +
    ' onvif://www.onvif.org/hardware/YR-7</d:Scopes>' +
    `<d:XAddrs>${origin(yard)}/onvif/device_service</d:XAddrs>` +
    '</d:ProbeMatch></d:ProbeMatches></s:Body></s:Envelope>'
  )
}

const ANSWERS: Record<string, (yard: Yard, token: string) => string> = {
  GetSystemDateAndTime() {
    const now = new Date()
    return (
      '<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime>' +
      '<tt:DateTimeType>NTP</tt:DateTimeType><tt:UTCDateTime>' +
      `<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute>` +
      `<tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time><tt:Date>` +
      `<tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month>` +
      `<tt:Day>${now.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime>` +
      '</tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>'
    )
  },
  GetServices(yard) {
    const service = (name: string) =>
      `<tds:Service><tds:Namespace>http://www.onvif.org/ver10/${name}/wsdl</tds:Namespace>` +
      `<tds:XAddr>${origin(yard)}/onvif/${name}_service</tds:XAddr>` +
      '<tds:Version><tt:Major>2</tt:Major><tt:Minor>5</tt:Minor></tds:Version></tds:Service>'
    return `<tds:GetServicesResponse>${service('device')}${service('media')}</tds:GetServicesResponse>`
  },
  GetVideoSources(yard) {
    const sources = yard.cameras.map(
      ({ channel }) =>
        `<trt:VideoSources token="source${channel}"><tt:Framerate>5</tt:Framerate>${RESOLUTION}</trt:VideoSources>`,
    )
    return `<trt:GetVideoSourcesResponse>${sources.join('')}</trt:GetVideoSourcesResponse>`
  },
  GetProfiles(yard) {
    const profiles = yard.cameras.map(
      ({ channel, view, post }) =>
        `<trt:Profiles token="profile${channel}" fixed="true"><tt:Name>Post ${post} ${view}</tt:Name>` +
        `<tt:VideoSourceConfiguration token="vs${channel}"><tt:Name>vs</tt:Name>` +
        `<tt:SourceToken>source${channel}</tt:SourceToken></tt:VideoSourceConfiguration>` +
        `<tt:VideoEncoderConfiguration token="ve${channel}"><tt:Name>ve</tt:Name>` +
        `<tt:Encoding>JPEG</tt:Encoding>${RESOLUTION}</tt:VideoEncoderConfiguration></trt:Profiles>`,
    )
    return `<trt:GetProfilesResponse>${profiles.join('')}</trt:GetProfilesResponse>`
  },
  GetSnapshotUri: (yard, token) =>
    mediaUri('Snapshot', `${origin(yard)}/ISAPI/Streaming/channels/${channelOf(token)}01/picture`),
  GetStreamUri: (yard, token) =>
    mediaUri(
      'Stream',
      `rtsp://127.0.0.1:${yard.ports.rtsp}/Streaming/Channels/${channelOf(token)}01`,
    ),
}

const RESOLUTION =
  '<tt:Resolution><tt:Width>1280</tt:Width><tt:Height>720</tt:Height></tt:Resolution>'

function mediaUri(name: string, uri: string) {
  return (
    `<trt:Get${name}UriResponse><trt:MediaUri><tt:Uri>${uri}</tt:Uri>` +
    '<tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:Timeout>PT60S</tt:Timeout>' +
    `</trt:MediaUri></trt:Get${name}UriResponse>`
  )
}

/** PasswordDigest = base64(SHA-1(nonce + created + password)). */
function isKnown(body: string, { user, password }: CameraAccess) {
  const field = (name: string) =>
    new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(body)?.[1] ?? ''
  const expected = createHash('sha1')
    .update(Buffer.from(field('Nonce'), 'base64'))
    .update(field('Created') + password)
    .digest('base64')
  return field('Username') === user && field('Password') === expected
}

function channelOf(token: string) {
  return Number(/^profile(\d+)$/.exec(token)?.[1] ?? 1)
}

function origin(yard: Yard) {
  return `http://127.0.0.1:${yard.ports.cameras}`
}

function fault(code: string, reason: string) {
  return (
    `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${code}</s:Value>` +
    `</s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason></s:Fault>`
  )
}

function envelope(body: string) {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"' +
    ' xmlns:tds="http://www.onvif.org/ver10/device/wsdl"' +
    ' xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema">' +
    `<s:Body>${body}</s:Body></s:Envelope>`
  )
}
