import { Select } from '@mantine/core'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import type { DeviceValues } from './device-values.ts'
import { driverTitles } from '#contract/company/driver-titles.ts'

export type DeviceRecordForm = RecordForm<DeviceValues>

/** The list of drivers of a kind; another driver begins with its own settings. */
export function DriverSelect({
  form,
  label,
  choose,
}: {
  form: DeviceRecordForm
  label: string
  choose: (driver: string) => void
}) {
  const { kind } = form.values.device
  return (
    <Select
      label={label}
      required
      allowDeselect={false}
      data={Object.entries(driverTitles[kind]).map(([value, title]) => ({ value, label: title }))}
      {...form.field('device.driver')}
      onChange={(driver) => driver && choose(driver)}
    />
  )
}
