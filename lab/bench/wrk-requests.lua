-- Sends the requests of a file in turn, one a line: method, path and body, parted by tabs.
local requests, at = {}, 0

function init(args)
  wrk.headers["Authorization"] = args[2]
  wrk.headers["Content-Type"] = "application/json"
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%S+)\t(%S+)\t(.*)$")
    requests[#requests + 1] = wrk.format(method, path, nil, body ~= "" and body or nil)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
