"""The same as mem0-runner.ts for the Python package: python mem0_runner.py DATA-FOLDER EMBEDDING-URL DIMENSION."""

import json
import os
import sys
import time

from mem0 import Memory

data_folder, url, dimension = sys.argv[1], sys.argv[2], int(sys.argv[3])
USER = "bench"
stores = 0


def open_memory():
    global stores
    stores += 1
    return Memory.from_config({
        "embedder": {"provider": "openai", "config": {"api_key": "none", "model": "static", "openai_base_url": url, "embedding_dims": dimension}},
        "vector_store": {"provider": "qdrant", "config": {"collection_name": "bench", "path": os.path.join(data_folder, f"vectors-{stores}"), "embedding_model_dims": dimension, "on_disk": True}},
        "llm": {"provider": "openai", "config": {"api_key": "none", "model": "none", "openai_base_url": url}},
        "history_db_path": os.path.join(data_folder, f"history-{stores}.db"),
    })


def handle(request):
    global memory
    if request["kind"] == "reset":
        memory = open_memory()
        return {}
    if request["kind"] == "add":
        for turn in request["turns"]:
            memory.add(turn["text"], user_id=USER, infer=False, metadata={"external_id": turn["id"]})
        return {}
    start = time.perf_counter()
    found = memory.search(request["question"], filters={"user_id": USER}, top_k=request["limit"])
    milliseconds = (time.perf_counter() - start) * 1000
    return {"milliseconds": milliseconds, "ids": [str((item.get("metadata") or {}).get("external_id")) for item in found["results"]]}


memory = open_memory()
for line in sys.stdin:
    try:
        answer = handle(json.loads(line))
    except Exception as error:  # the caller decides what a failure means
        answer = {"failure": str(error)}
    print(json.dumps({"answer": answer}), flush=True)
