"""An integrator who knows the OpenAPI document, an address and a key: sells a line and renews it."""

import json
import sys
import urllib.request
import uuid

document_url, key = sys.argv[1:3]


def ask(method, url, body=None, headers=None):
    request = urllib.request.Request(
        url,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "authorization": "Bearer " + key,
            **({} if body is None else {"content-type": "application/json"}),
            **(headers or {}),
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


document = ask("GET", document_url)
base = document_url.rsplit("/api/", 1)[0]


def find(operation_id):
    """The method, the path and the operation whose id contains this one."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if operation_id in operation["operationId"].split("_or_"):
                return method.upper(), path, operation
    raise KeyError(operation_id)


def forms(operation):
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return schema.get("oneOf", [schema])


def call(operation_id, path_values=None, body=None, query="", headers=None):
    method, path, operation = find(operation_id)
    for name, value in (path_values or {}).items():
        path = path.replace("{" + name + "}", str(value))
    if body is not None:
        known = [form["properties"] for form in forms(operation)]
        if not any(set(body) <= set(properties) for properties in known):
            raise ValueError("the document knows no such body of " + operation_id)
    return ask(method, base + path + query, body, headers)


def action_of(operation_id):
    """The number that the document gives to an action among those that share a path."""
    operation = find(operation_id)[2]
    numbers = [form["properties"]["action"]["const"] for form in forms(operation)]
    return dict(zip(operation["operationId"].split("_or_"), numbers, strict=True))[operation_id]


def new_key():
    return {"Idempotency-Key": str(uuid.uuid4())}


sale = {"isOficial": True, "credits": 1, "nota": "Vendida em Python", "package": 1}
same = new_key()
dry = call("create-iptv-line", body=sale, query="?preview=1")
sold = call("create-iptv-line", body=sale, headers=same)
again = call("create-iptv-line", body=sale, headers=same)
renewal = {"action": action_of("extend-iptv-line"), "credits": 1}
renewed = call("extend-iptv-line", {"id": sold["id"]}, renewal, headers=new_key())
print(json.dumps({"dry": dry, "sold": sold, "again": again, "renewed": renewed}))
