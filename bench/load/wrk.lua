-- Requests the paths of a file in order. With "once", none is requested twice, and running out of them is
-- reported.
local list = {}
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  asked = 0
  repeats = args[2] == "again"
  -- Requests are built in advance, so that building them is not measured.
  for path in io.lines(args[1]) do
    list[#list + 1] = wrk.format("GET", path)
  end
end

function request()
  asked = asked + 1
  if asked > #list then
    if repeats then asked = 1 else return list[#list] end
  end
  return list[asked]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"replies": %d, "bytes": %d, "microseconds": %d, "asked": %d, ' ..
    '"connect": %d, "read": %d, "write": %d, "status": %d, "timeout": %d, "medianMs": %f, "p99Ms": %f}\n',
    summary.requests, summary.bytes, summary.duration, threads[1]:get("asked"),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
